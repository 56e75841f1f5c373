package io.fairway.simulator.schedule;

import io.fairway.schemas.Topic;
import java.util.List;
import java.util.SplittableRandom;

/** Makes a topic take the times of writers for a while, and copies of old records meanwhile, which keep their stamps. */
final class Copies {
    private static final int MOST = 12;

    private final Site site;
    private final Records records;
    private final JobMaker.Sender sender;
    private final List<Act> acts;
    private final long span;
    private final SplittableRandom random;

    Copies(Site site, Records records, JobMaker.Sender sender, List<Act> acts, long span, SplittableRandom random) {
        this.site = site;
        this.records = records;
        this.sender = sender;
        this.acts = acts;
        this.span = span;
        this.random = random;
    }

    void make() {
        Topic topic = random.nextInt(5) == 0 ? Topic.SAMPLES : Topic.JOB_EVENTS;
        String name = Site.TOPICS.name(topic);
        // Jobs are forgotten by then, or are not. A long horizon would make a long schedule.
        long from = random.nextInt(3) == 0 || site.horizon() >= Spans.DAY
                ? random.nextLong(span)
                : span + random.nextLong(site.horizon() * 3);
        long length = one(Spans.SECOND, Spans.MINUTE, Spans.HOUR);
        List<Act.Send> before = acts.stream()
                .filter(act -> act instanceof Act.Send send && send.topic().equals(name) && send.at() < from)
                .map(Act.Send.class::cast)
                .toList();
        JobMaker jobs = new JobMaker(site, records, random, span, sender);
        String domain = site.domains().get(random.nextInt(site.domains().size()));
        if (random.nextInt(4) > 0) {
            jobs.waiting(domain, "300", Math.max(0, from - 3_000)); // Shows the time before.
        }
        acts.add(new Act.SetTimestamps(from, name, true));
        jobs.waiting(domain, "301", from + length / 2);
        for (int i = Math.min(MOST, before.size()); i > 0; i--) {
            Act.Send copied = before.get(random.nextInt(before.size()));
            acts.add(new Act.Copy(from + random.nextLong(length), copied, copied.at()));
        }
        acts.add(new Act.SetTimestamps(from + length, name, false));
    }

    private long one(long... values) {
        return values[random.nextInt(values.length)];
    }
}
