package io.fairway.schedulers.slurm.fairtree;

import io.fairway.core.shares.ShareTree;
import java.util.Arrays;

/**
 * What a walk of {@link FairTreeRanking} found at each account: where it came in, and where it went out. If it comes in there again,
 * and no place or tie changed in the account or below, then the ranks below are those of before, and it need not go in.
 */
final class AccountVisits {
    private static final byte SETTLED = 0;
    /** Something changed since the last visit. All accounts above are touched or in doubt, too. */
    private static final byte TOUCHED = 1;
    /** A comparison there or below may come out otherwise at another instant, though nothing moves. */
    private static final byte IN_DOUBT = 2;

    private final ShareTree tree;
    /** By node, the number of the account. */
    private final int[] number;

    private final byte[] state;
    private final int[] leftBefore;
    private final int[] rankBefore;
    private final boolean[] tiedBefore;
    private final int[] leftAfter;
    private final int[] rankAfter;
    private boolean doubt;

    AccountVisits(ShareTree tree) {
        this.tree = tree;
        number = new int[tree.size()];
        int accounts = 0;
        for (int node = 0; node < tree.size(); node++) {
            number[node] = tree.isUser(node) ? -1 : accounts++;
        }
        state = new byte[accounts];
        leftBefore = new int[accounts];
        rankBefore = new int[accounts];
        tiedBefore = new boolean[accounts];
        leftAfter = new int[accounts];
        rankAfter = new int[accounts];
        doubtAll();
    }

    /** A place or a tie among the children of an account changed. */
    void touch(int account) {
        for (int node = account; node >= 0 && state[number[node]] == SETTLED; node = tree.fsParent(node)) {
            state[number[node]] = TOUCHED;
        }
    }

    /** Every account has to be visited. */
    void doubtAll() {
        Arrays.fill(state, IN_DOUBT);
    }

    /** The visit that goes on found a comparison that another instant may decide otherwise. */
    void doubt() {
        doubt = true;
    }

    boolean isInDoubt(int account) {
        return state[number[account]] == IN_DOUBT;
    }

    /** Whether a visit would give the ranks of the last one, which came in alike. */
    boolean isKnown(int account, int left, int rank, boolean tied) {
        int at = number[account];
        return state[at] == SETTLED && leftBefore[at] == left && rankBefore[at] == rank && tiedBefore[at] == tied;
    }

    int leftAfter(int account) {
        return leftAfter[number[account]];
    }

    int rankAfter(int account) {
        return rankAfter[number[account]];
    }

    /**
     * A visit begins.
     *
     * @return to be passed to {@link #end}
     */
    boolean begin(int account, int left, int rank, boolean tied) {
        int at = number[account];
        leftBefore[at] = left;
        rankBefore[at] = rank;
        tiedBefore[at] = tied;
        boolean doubtAbove = doubt;
        doubt = false;
        return doubtAbove;
    }

    void end(int account, int left, int rank, boolean doubtAbove) {
        int at = number[account];
        leftAfter[at] = left;
        rankAfter[at] = rank;
        state[at] = doubt ? IN_DOUBT : SETTLED;
        doubt |= doubtAbove;
    }

    /** Its children were ranked together with those of others: the next visit will be as the first one. */
    void forget(int account) {
        state[number[account]] = SETTLED;
        leftBefore[number[account]] = -1;
    }
}
