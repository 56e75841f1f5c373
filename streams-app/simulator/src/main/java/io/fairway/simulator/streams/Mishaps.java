package io.fairway.simulator.streams;

import org.jspecify.annotations.Nullable;

/** What a schedule has in store for an instance: its end before one of its next effects, and the loss of an answer. */
final class Mishaps {
    private int effectsLeft = -1;
    private boolean effectIsDeath;
    private boolean losesAnswer;
    private @Nullable TimeOut timeOut;

    /** What becomes of a commit whose answer does not come in time. */
    enum TimeOut {
        ABORTED,
        COMMITTED
    }

    /** It dies, or its thread fails, right before one of its next effects. */
    void endBefore(int effects, boolean death) {
        effectsLeft = effects;
        effectIsDeath = death;
    }

    /** The next commit succeeds, and its answer is lost. */
    void loseAnswer() {
        losesAnswer = true;
    }

    /** The next commit takes too long. */
    void timeOut(TimeOut outcome) {
        timeOut = outcome;
    }

    /** Whether the commit that has begun takes too long; null = it does not. */
    @Nullable
    TimeOut takeTimeOut() {
        TimeOut taken = timeOut;
        timeOut = null;
        return taken;
    }

    /** Nothing more happens on purpose. */
    void heal() {
        effectsLeft = -1;
        losesAnswer = false;
        timeOut = null;
    }

    /** The instance is about to do something to the world. */
    void before(Effect effect) {
        if (effectsLeft > 0) {
            effectsLeft--;
        } else if (effectsLeft == 0) {
            effectsLeft = -1;
            if (effectIsDeath) {
                throw new Death(effect);
            }
            throw ThreadLoss.failed("thread failed before " + effect);
        }
    }

    /** A commit has succeeded. */
    void committed() {
        if (losesAnswer) {
            losesAnswer = false;
            throw ThreadLoss.failed("answer to a commit lost");
        }
    }
}
