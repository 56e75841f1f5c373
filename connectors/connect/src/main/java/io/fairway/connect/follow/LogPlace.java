package io.fairway.connect.follow;

import java.io.IOException;
import java.util.List;

/** Where logs lie. */
public interface LogPlace {
    /**
     * All files that are to be followed, in any order.
     *
     * @throws IOException if a directory cannot be listed
     */
    List<Sighting> list() throws IOException;

    /**
     * Opens the file that a path names now, which may be another one than the listing showed.
     *
     * @throws IOException if it is gone, or cannot be read
     */
    LogContent open(Sighting file) throws IOException;
}
