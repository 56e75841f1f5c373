package io.fairway.api.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.api.forecast.Forecast.Direction;
import io.fairway.api.why.Places;
import io.fairway.avro.Algorithm;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.policies.family.PolicyFamily;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forecasts come true. The same jobs run on and end with events of their own, through the ledger in virtual time. The
 * policy evaluates them on the grid of live evaluation.
 */
class ForecastTest {
    private static final long T0 = 1_700_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final long STEP = 10_000;
    private static int reached;
    private static final NodeId ANNA = World.user("physics", "anna");

    @Test
    void classicFactorHasAClosedFormByHand() {
        World world = world(ForecastPolicies.slurm(Algorithm.CLASSIC, HOUR))
                .start("1", ANNA, T0 - HOUR, 4, 100 * HOUR)
                .start("2", World.user("physics", "ben"), T0 - HOUR, 4, 100 * HOUR);

        Forecast forecast = ask(world, new Goal.Factor(0.75), Condition.STOPS);

        // Both used u. Then anna's usage falls by x, and ben's comes to u x + 2 u (1 - x). Physics has all of the
        // usage, and anna's part of it is x / 2. Her level turns that into UE = x / 2 + (1 - x / 2) / 2. 2^-(UE / 0.25)
        // = 0.75 has no solution, since UE is at least 0.5.
        assertThat(forecast.reached()).isFalse();
        assertThat(forecast.reason())
                .startsWith("It never rises to factor 0.75, if its running jobs stop now")
                .contains("tends to factor 0.25");
        // UE = 0.5 + x / 4 = 0.6: x = 0.4, which takes log2(2.5) half-lives.
        Forecast possible = ask(world, new Goal.Factor(StrictMath.pow(2, -0.6 / 0.25)), Condition.STOPS);
        assertThat((possible.at() - T0) / (double) HOUR)
                .isCloseTo(StrictMath.log(2.5) / StrictMath.log(2), org.assertj.core.api.Assertions.within(1e-6));
        assertThat(possible.direction()).isEqualTo(Direction.RISES);

        // Her UE never exceeds 1, so no factor is below 2^-4 = 0.0625.
        Forecast held = ask(world, new Goal.Factor(0.01), Condition.CONTINUES);
        assertThat(held.holds()).isTrue();
        assertThat(held.reached()).isFalse();
        assertThat(held.reason())
                .startsWith("It holds: it is at factor ")
                .contains("above factor 0.01", "if its running jobs go on, all other jobs go on, and none starts");
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"LINEAR_2_0", "CLASSIC", "DEPTH_OBLIVIOUS", "FAIR_TREE_DOCUMENTED", "FAIR_TREE_SLURM"})
    void slurmDoesWhatIsForetold(Algorithm algorithm) {
        for (long seed = 0; seed < 12; seed++) {
            check(ForecastPolicies.slurm(algorithm, HOUR / 2), seed);
        }
    }

    @Test
    void slurmWithoutDecayDoesWhatIsForetold() {
        for (long seed = 0; seed < 8; seed++) {
            check(ForecastPolicies.slurm(Algorithm.CLASSIC, 0), seed);
            check(ForecastPolicies.slurm(Algorithm.FAIR_TREE_DOCUMENTED, 0), seed);
        }
    }

    @Test
    void slurmInPassesDoesWhatIsForetold() {
        for (long seed = 0; seed < 8; seed++) {
            check(ForecastPolicies.ticking(Algorithm.CLASSIC, HOUR / 2, 60_000), seed);
            check(ForecastPolicies.ticking(Algorithm.FAIR_TREE_SLURM, HOUR / 2, 60_000), seed);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lsfDoesWhatIsForetold(boolean decays) {
        PolicyFamily family = ForecastPolicies.lsf(Map.of(
                "HIST_HOURS",
                "1",
                "ENABLE_HIST_RUN_TIME",
                "Y",
                "COMMITTED_RUN_TIME_FACTOR",
                "0.3",
                "RUN_TIME_DECAY",
                decays ? "Y" : "N"));
        for (long seed = 0; seed < 12; seed++) {
            check(family, seed);
        }
    }

    @Test
    void moabDoesWhatIsForetold() {
        PolicyFamily family = ForecastPolicies.moab(Map.of(
                "FSPOLICY", "DEDICATEDPS",
                "FSINTERVAL", "1:00:00",
                "FSDEPTH", "4",
                "FSDECAY", "0.5",
                "FSWEIGHT", "100",
                "FSUSERWEIGHT", "10",
                "FSACCOUNTWEIGHT", "3",
                "USERCFG[anna]", "FSTARGET=25",
                "USERCFG[ben]", "FSTARGET=40-",
                "ACCOUNTCFG[physics]", "FSTARGET=50"));
        for (long seed = 0; seed < 12; seed++) {
            check(family, seed);
        }
    }

    @Test
    void aResetComesInBetween() {
        LongUnaryOperator hourly = time -> T0 + (Math.floorDiv(time - T0, 2 * HOUR) + 1) * 2 * HOUR;
        World world = world(ForecastPolicies.slurm(Algorithm.CLASSIC, 7 * 24 * HOUR))
                .start("1", ANNA, T0 - 24 * HOUR, 4, 1000 * HOUR)
                .finish("1", T0 - HOUR)
                .start("2", World.user("physics", "ben"), T0 - HOUR, 4, 1000 * HOUR);

        Forecast forecast = Forecaster.of(question(world, ANNA, new Goal.Place(3), Condition.CONTINUES, T0, hourly));

        // Four users: ben, anna, and two that used nothing. The reset makes ben the only one that used something.
        assertThat(forecast.placeNow()).isEqualTo(4);
        assertThat(forecast.reached()).isTrue();
        world.reset(T0 + 2 * HOUR);
        assertThat(Places.of(world.fairshare(forecast.at()), world.tree().find(ANNA)))
                .isLessThanOrEqualTo(3);
        assertThat(forecast.at()).isBetween(T0 + 2 * HOUR, T0 + 2 * HOUR + STEP);
    }

    @Test
    void saysWhyThereIsNoAnswer() {
        World world = world(ForecastPolicies.slurm(Algorithm.FAIR_TREE_SLURM, HOUR));

        Forecast account = Forecaster.of(question(
                world,
                NodeId.ofAccount(World.TREE, "physics"),
                new Goal.Factor(0.5),
                Condition.STOPS,
                T0,
                time -> Long.MAX_VALUE));

        assertThat(account.reached()).isFalse();
        assertThat(account.reason()).isEqualTo("/physics has no factor under this policy.");
        Forecast idle = Forecaster.of(question(
                world(ForecastPolicies.slurm(Algorithm.CLASSIC, HOUR))
                        .start("1", ANNA, T0 - HOUR, 1, HOUR)
                        .finish("1", T0),
                ANNA,
                new Goal.Factor(0.9),
                Condition.STOPS,
                T0,
                time -> Long.MAX_VALUE));
        assertThat(idle.reason()).contains("it stays at factor");
    }

    @Test
    void usageItselfStaysAsItIs() {
        World world = world(ForecastPolicies.slurm(Algorithm.CLASSIC, HOUR)).start("1", ANNA, T0 - HOUR, 4, 100 * HOUR);
        double before = world.fairshare(T0 + HOUR).factor(world.tree().find(ANNA));

        ask(world, new Goal.Factor(0.4), Condition.STOPS);

        assertThat(world.fairshare(T0 + HOUR).factor(world.tree().find(ANNA))).isEqualTo(before);
    }

    private static World world(PolicyFamily family) {
        return new World(family)
                .account("physics", null, 1)
                .account("biology", null, 1)
                .user("physics", "anna", 1)
                .user("physics", "ben", 1)
                .user("biology", "cleo", 1)
                .user("biology", "dora", 1);
    }

    private static Forecast ask(World world, Goal goal, Condition condition) {
        return Forecaster.of(question(world, ANNA, goal, condition, T0, time -> Long.MAX_VALUE));
    }

    private static Forecaster.Question question(
            World world, NodeId who, Goal goal, Condition condition, long from, LongUnaryOperator nextReset) {
        PolicyFamily family = world.family();
        return new Forecaster.Question(
                family,
                world.tree(),
                world,
                who,
                goal,
                condition,
                world.changes(who, condition, from),
                nextReset,
                from);
    }

    /** A random day of a few users, up to T0. */
    private static World day(PolicyFamily family, List<NodeId> users, long seed) {
        Random random = new Random(seed * 1_000_003);
        World world = new World(family);
        for (String account : List.of("physics", "biology", "chemistry")) {
            world.account(account, account.equals("chemistry") ? "biology" : null, 1 + random.nextInt(5));
            for (int i = 0; i < 3; i++) {
                NodeId user = World.user(account, List.of("anna", "ben", "cleo").get(i) + (i < 2 ? "" : account));
                world.user(account, user.user(), 1 + random.nextInt(5));
                users.add(user);
            }
        }
        List<Long> starts = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            starts.add(T0 - (long) (random.nextDouble() * 4 * HOUR));
        }
        starts.sort(Comparator.naturalOrder());
        List<Runnable> ends = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            String job = String.valueOf(i);
            boolean ended = starts.get(i) < T0 - HOUR && random.nextBoolean();
            long limit = ended ? 100 * HOUR : T0 - starts.get(i) + 1000L * (1 + random.nextInt(9000));
            world.start(job, users.get(random.nextInt(users.size())), starts.get(i), 1 + random.nextInt(16), limit);
            if (ended) {
                ends.add(() -> world.finish(job, T0 - HOUR / 2));
            }
        }
        ends.forEach(Runnable::run);
        world.pass(T0);
        return world;
    }

    /** A world whose association does what the condition says. */
    private static final class Future {
        private final World world;
        private final List<Map.Entry<String, Long>> ends = new ArrayList<>();

        Future(World world, NodeId who, Condition condition) {
            this.world = world;
            if (condition != Condition.CONTINUES) {
                ends.addAll(world.running(who).entrySet());
                ends.replaceAll(end -> condition == Condition.STOPS ? Map.entry(end.getKey(), T0) : end);
                ends.sort(Map.Entry.comparingByValue());
            }
        }

        Fairshare at(long time) {
            while (!ends.isEmpty() && ends.get(0).getValue() <= time) {
                Map.Entry<String, Long> end = ends.remove(0);
                world.finish(end.getKey(), end.getValue());
            }
            world.pass(time);
            return world.fairshare(time);
        }
    }

    /** Asks, and lets the next hours happen. */
    private static void check(PolicyFamily family, long seed) {
        Random random = new Random(seed * 7919 + 1);
        List<NodeId> users = new ArrayList<>();
        World world = day(family, users, seed);
        NodeId who = users.get(random.nextInt(users.size()));
        int node = world.tree().find(who);
        Condition condition = List.of(Condition.values()).get(random.nextInt(3));
        // The factor at some instant is a goal that can be reached. Some of the other goals cannot.
        long then = T0 + (long) (random.nextDouble() * HOUR);
        Fairshare later = new Future(day(family, new ArrayList<>(), seed), who, condition).at(then);
        boolean ofPlace = random.nextInt(3) == 0;
        double near = random.nextInt(4) == 0 ? 1.5 : 1;
        Goal goal = ofPlace
                ? new Goal.Place(random.nextBoolean() ? Places.of(later, node) : 1 + random.nextInt(users.size()))
                : new Goal.Factor(later.factor(node) * near);

        Forecast forecast = Forecaster.of(question(world, who, goal, condition, T0, time -> Long.MAX_VALUE));

        String as = family.scheduler() + " seed " + seed + " " + who + " " + goal + " " + condition + " " + forecast;
        if (forecast.direction() == Direction.THERE) {
            assertThat(has(world.fairshare(T0), node, goal, true)).as(as).isTrue();
            return;
        }
        boolean rises = forecast.direction() == Direction.RISES;
        boolean there = !ofPlace && near == 1;
        assertThat(forecast.reached() || !there).as(as + ": it will be there").isTrue();
        reached += forecast.reached() && forecast.at() > T0 ? 1 : 0;
        Future future = new Future(world, who, condition);
        long until = forecast.reached() ? Math.min(forecast.at() + STEP, T0 + 2 * HOUR) : T0 + 2 * HOUR;
        for (long at = T0; at < until; at += STEP) {
            if (forecast.reached() && forecast.at() > at - STEP && forecast.at() <= at) {
                if (forecast.at() > T0) {
                    assertThat(has(future.at(forecast.at() - 1), node, goal, rises))
                            .as(as + ": before")
                            .isFalse();
                }
                assertThat(has(future.at(forecast.at()), node, goal, rises))
                        .as(as + ": then")
                        .isTrue();
                return;
            }
            assertThat(has(future.at(at), node, goal, rises))
                    .as(as + ": after " + Duration.ofMillis(at - T0))
                    .isFalse();
        }
    }

    private static boolean has(Fairshare fairshare, int node, Goal goal, boolean rises) {
        return switch (goal) {
            case Goal.Factor factor ->
                rises ? fairshare.factor(node) >= factor.value() : fairshare.factor(node) <= factor.value();
            case Goal.Place place ->
                rises ? Places.of(fairshare, node) <= place.value() : Places.of(fairshare, node) >= place.value();
        };
    }

    @AfterAll
    static void manyWereReached() {
        System.out.println("forecasts that came true later: " + reached);
    }
}
