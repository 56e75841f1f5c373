package io.fairway.api.http;

import io.fairway.api.answer.HealthJson;
import io.fairway.api.query.Json;
import io.fairway.reading.Holdings;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** Says whether this process lives, and whether it can answer. */
final class Health {
    private final Holdings holdings;

    Health(Holdings holdings) {
        this.holdings = holdings;
    }

    void alive(Context context) {
        String state = holdings.state();
        boolean died = state.equals("ERROR") || state.equals("NOT_RUNNING") || state.equals("PENDING_ERROR");
        answer(context, died ? "the stream died" : null);
    }

    void ready(Context context) {
        answer(context, whyNotReady());
    }

    private @Nullable String whyNotReady() {
        String state = holdings.state();
        if (!state.equals("RUNNING")) {
            return "the stream is " + state;
        }
        String problem = holdings.problem();
        if (problem != null) {
            return problem;
        }
        for (int partition : holdings.partitions()) {
            var copy = holdings.copy(partition);
            if (copy != null && copy.active() && copy.lag() > 0) {
                return "partition " + partition + " is being restored, " + copy.lag() + " records are left";
            }
        }
        return null;
    }

    private void answer(Context context, @Nullable String reason) {
        context.status(reason == null ? 200 : 503)
                .contentType("application/json")
                .header("Cache-Control", "no-store")
                .result(Json.bytes(new HealthJson(holdings.state(), reason)));
    }
}
