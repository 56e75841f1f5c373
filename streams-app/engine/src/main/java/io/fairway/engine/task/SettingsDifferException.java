package io.fairway.engine.task;

import java.util.List;

/** The state was made with other settings that make usage. This instance must not go on with it. */
public final class SettingsDifferException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param differences each setting with both values */
    public SettingsDifferException(List<String> differences) {
        super("the settings of this instance would make other usage: " + String.join("; ", differences)
                + ". Give all instances the value of the state. Or stop all of them, and start one with"
                + " 'serve --new-settings': from then on, the new value counts");
    }
}
