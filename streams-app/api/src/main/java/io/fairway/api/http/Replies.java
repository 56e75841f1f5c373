package io.fairway.api.http;

import io.fairway.access.PeerPass;
import io.fairway.api.query.Json;
import io.fairway.api.query.Problem;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;

/** Writes answers and problems. What goes to another instance is sealed. */
final class Replies {
    private final Peers peers;

    Replies(Peers peers) {
        this.peers = peers;
    }

    /** An answer with its tag, or only the tag if the caller has it. */
    void send(Context context, Forwarder.Answer answer) {
        if (answer.status() == 200) {
            EntityTag tag = EntityTag.of(answer.body());
            context.header("ETag", tag.text()).header("Cache-Control", "private, no-cache");
            if (tag.isIn(context.header("If-None-Match"))) {
                context.status(HttpStatus.NOT_MODIFIED).contentType(answer.contentType());
                return;
            }
        }
        write(context, answer);
    }

    void write(Context context, Forwarder.Answer answer) {
        String pass = Gatekeeper.pass(context);
        PeerPass signer = peers.pass();
        if (pass != null && signer != null) {
            context.header(Forwarder.SEAL, signer.seal(pass, answer.status(), answer.contentType(), answer.body()));
        }
        context.status(answer.status()).contentType(answer.contentType()).result(answer.body());
    }

    void refuse(Context context, Problem problem) {
        HttpStatus status = HttpStatus.forStatus(problem.status());
        if (problem.status() == 503 && context.res().getHeader("Retry-After") == null) {
            context.header("Retry-After", "1");
        }
        write(
                context,
                new Forwarder.Answer(
                        problem.status(), Forwarder.PROBLEM, Json.bytes(problem.answer(status.getMessage()))));
    }
}
