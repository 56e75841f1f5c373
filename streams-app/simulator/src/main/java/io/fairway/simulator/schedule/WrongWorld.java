package io.fairway.simulator.schedule;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Makes what is wrong in the world around the application. It has random numbers of its own, so the rest of a schedule is what it
 * would be without.
 */
final class WrongWorld {
    /** One of so many schedules has a kind. */
    private static final int ONE_OF = 10;

    private static final List<Reset> RESETS = List.of(Reset.values());

    private static final long SALT = 0x5bd1e9955bd1e995L;

    private final Site site;
    private final Records records;
    private final JobMaker.Sender sender;
    private final List<Act> acts;
    private final long span;
    private final SplittableRandom random;

    /** @param acts the rest of the schedule, to which it adds */
    WrongWorld(Site site, Records records, JobMaker.Sender sender, List<Act> acts, long span) {
        this.site = site;
        this.records = records;
        this.sender = sender;
        this.acts = acts;
        this.span = span;
        random = new SplittableRandom(site.seed() ^ SALT);
    }

    /** What is wrong in the schedule of a seed. */
    static Set<Wrong> of(long seed) {
        SplittableRandom random = new SplittableRandom(Long.reverse(seed) ^ SALT);
        Set<Wrong> wrong = EnumSet.noneOf(Wrong.class);
        for (Wrong kind : Wrong.values()) {
            if (random.nextInt(ONE_OF) == 0) {
                wrong.add(kind);
            }
        }
        return wrong;
    }

    /** How often usage is reset. A clock that believes a wrong time resets it too early, and for good. */
    static Reset reset(long seed) {
        return RESETS.get(new SplittableRandom(Long.reverse(seed)).nextInt(RESETS.size()));
    }

    void make() {
        WrongClocks clocks = new WrongClocks(site, records, sender, acts, span, random);
        String eventTopic = Site.TOPICS.inputNames().get(0);
        for (Wrong kind : site.wrong()) {
            switch (kind) {
                case MACHINES_CLOCKS -> clocks.ofInstances();
                case BROKERS_CLOCKS -> clocks.ofBrokers(eventTopic);
                case TIMESTAMP_TYPE -> new Copies(site, records, sender, acts, span, random).make();
                case SOURCES -> new Lookouts(site, sender, span, random).make();
                case COMPACTION -> new Compactions(site, records, sender, acts, span, random).make();
            }
        }
    }
}
