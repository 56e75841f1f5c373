package io.fairway.trial.demo;

import java.util.List;

/**
 * The demand of the demo: accounts with their shares, and users that always want more. Each user keeps a number of jobs waiting,
 * so the shares decide what an account gets, not its demand.
 */
record Workload(List<Account> accounts) {
    /** An account below root; {@code shares} among the accounts. */
    record Account(String name, long shares, List<User> users) {
        Account {
            users = List.copyOf(users);
        }
    }

    /** A user; {@code shares} among the users of the account, {@code backlog} jobs that always wait. */
    record User(String name, long shares, int backlog) {}

    Workload {
        accounts = List.copyOf(accounts);
    }

    /** Four accounts with 40, 30, 20 and 10 % of the shares. Chemistry and teaching ask for far more than their shares. */
    static Workload standard() {
        return new Workload(List.of(
                new Account("physics", 40, List.of(new User("anna", 2, 30), new User("boris", 1, 20))),
                new Account("biology", 30, List.of(new User("carla", 1, 20), new User("dario", 1, 20))),
                new Account("chemistry", 20, List.of(new User("elena", 3, 60), new User("felix", 1, 60))),
                new Account("teaching", 10, List.of(new User("gina", 1, 40), new User("hugo", 1, 40)))));
    }

    /** The least number of waiting jobs of all users. */
    int backlog() {
        return accounts.stream()
                .flatMap(account -> account.users().stream())
                .mapToInt(User::backlog)
                .sum();
    }

    /** The share of an account in the cluster, 0..1. */
    double share(Account account) {
        return (double) account.shares()
                / accounts.stream().mapToLong(Account::shares).sum();
    }

    /** The share of a user in the cluster, 0..1. */
    double share(Account account, User user) {
        return share(account)
                * user.shares()
                / account.users().stream().mapToLong(User::shares).sum();
    }
}
