package io.fairway.client.table;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/**
 * Instants for people, to the second, in a time zone. A table has local times; its last line names the offset and the zone.
 *
 * @param zone the zone of the reader
 */
public record Instants(ZoneId zone) {
    /** In the zone of this process: TZ of its environment, else the machine's. */
    static final Instants LOCAL = new Instants(ZoneId.systemDefault());

    private static final Pattern UTC = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z");

    /** A local time. It has its offset in the hour that comes twice when clocks go back. UTC keeps its Z. */
    String local(Instant instant) {
        ZonedDateTime time = at(instant);
        boolean needsOffset = isUtc()
                || zone.getRules().getValidOffsets(time.toLocalDateTime()).size() > 1;
        return (needsOffset ? DateTimeFormatter.ISO_OFFSET_DATE_TIME : DateTimeFormatter.ISO_LOCAL_DATE_TIME)
                .format(time);
    }

    /** A local time with its offset, and the name of the zone. */
    String named(Instant instant) {
        boolean hasName = !isUtc() && !(zone.normalized() instanceof ZoneOffset);
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(at(instant)) + (hasName ? " (" + zone.getId() + ")" : "");
    }

    /** A sentence of the server, whose instants are in UTC, with local times. */
    String sentence(String text) {
        return isUtc() ? text : UTC.matcher(text).replaceAll(found -> local(Instant.parse(withSeconds(found.group()))));
    }

    private static String withSeconds(String instant) {
        return instant.length() == "2026-05-03T12:00Z".length() ? instant.replace("Z", ":00Z") : instant;
    }

    private ZonedDateTime at(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).atZone(isUtc() ? ZoneOffset.UTC : zone);
    }

    private boolean isUtc() {
        return zone.normalized().equals(ZoneOffset.UTC);
    }
}
