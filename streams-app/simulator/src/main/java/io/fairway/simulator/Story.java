package io.fairway.simulator;

import io.fairway.simulator.law.LawBroken;
import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Schedule;
import io.fairway.simulator.schedule.Spans;

/** Tells what happens in a schedule, a line for each act. */
final class Story {
    private Story() {}

    static String of(Schedule schedule, LawBroken broken) {
        StringBuilder text = new StringBuilder();
        text.append("seed ")
                .append(schedule.site().seed())
                .append(": ")
                .append(schedule.site().words());
        text.append('\n');
        for (Act act : schedule.acts()) {
            text.append("  ").append(Spans.clock(act.at())).append("  ").append(act.words());
            if (act instanceof Act.Send send) {
                text.append(" (").append(send.topic()).append('-').append(send.partition());
                text.append(", ").append(send.key()).append(')');
            }
            text.append('\n');
        }
        return text.append("  broken: ").append(broken.getMessage()).toString();
    }
}
