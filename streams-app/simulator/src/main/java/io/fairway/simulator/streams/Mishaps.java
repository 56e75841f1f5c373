package io.fairway.simulator.streams;

/** What a schedule has in store for an instance: its end before one of its next effects, and the loss of an answer. */
final class Mishaps {
    private int effectsLeft = -1;
    private boolean effectIsDeath;
    private boolean losesAnswer;

    /** It dies, or its thread fails, right before one of its next effects. */
    void endBefore(int effects, boolean death) {
        effectsLeft = effects;
        effectIsDeath = death;
    }

    /** The next commit succeeds, and its answer is lost. */
    void loseAnswer() {
        losesAnswer = true;
    }

    /** Nothing more happens on purpose. */
    void heal() {
        effectsLeft = -1;
        losesAnswer = false;
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
