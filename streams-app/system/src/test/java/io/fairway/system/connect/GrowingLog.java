package io.fairway.system.connect;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/** A job completion log as slurmctld writes it, and what logrotate does to it. */
final class GrowingLog {
    private static final int ROTATIONS = 30;

    private final Path directory;
    private final Path live;
    private int written;

    GrowingLog(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        live = directory.resolve("jobcomp.log");
        append("");
    }

    String pattern() {
        return live + "*";
    }

    /** Jobs that were written, numbered from 1. */
    int written() {
        return written;
    }

    void jobs(int count) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int job = 0; job < count; job++) {
            lines.append(line(++written)).append('\n');
        }
        append(lines.toString());
    }

    /** The next job in two writes, with whatever happens between them. */
    void halfAJob() throws IOException {
        append(line(++written).substring(0, 60));
    }

    void otherHalf() throws IOException {
        append(line(written).substring(60) + "\n");
    }

    static String line(int job) {
        int minute = job % 60;
        int hour = job / 60 % 24;
        String start = String.format("2026-11-%02dT%02d:%02d:00", 1 + job / 1440 % 28, hour, minute);
        String end = start.substring(0, 17) + "30";
        return "JobId=" + job + " UserId=anna(1000) GroupId=phys(100) Name=run " + job
                + " JobState=COMPLETED Partition=normal TimeLimit=60 StartTime=" + start + " EndTime=" + end
                + " NodeList=n1 NodeCnt=1 ProcCnt=4 WorkDir=/home/anna ReservationName= Tres=cpu=4,mem=8G,node=1"
                + " Account=cms QOS=normal WcKey= Cluster=alps SubmitTime=" + start + " EligibleTime=" + start
                + " DerivedExitCode=0:0 ExitCode=0:0 ";
    }

    void append(String text) throws IOException {
        append(text.getBytes(StandardCharsets.UTF_8));
    }

    void append(byte[] bytes) throws IOException {
        Files.write(live, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    void copyTruncate() throws IOException {
        shift();
        Files.copy(live, numbered(1));
        try (FileChannel channel = FileChannel.open(live, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

    void rename() throws IOException {
        shift();
        Files.move(live, numbered(1));
        append("");
    }

    /** As gzip does: the compressed file appears, then the plain one goes. */
    void compress(int number) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed(number)))) {
            Files.copy(numbered(number), out);
        }
        Files.setLastModifiedTime(compressed(number), Files.getLastModifiedTime(numbered(number)));
        Files.delete(numbered(number));
    }

    private void shift() throws IOException {
        for (int number = ROTATIONS; number >= 1; number--) {
            if (Files.exists(numbered(number))) {
                Files.move(numbered(number), numbered(number + 1));
            }
            if (Files.exists(compressed(number))) {
                Files.move(compressed(number), compressed(number + 1));
            }
        }
    }

    private Path numbered(int number) {
        return directory.resolve("jobcomp.log." + number);
    }

    private Path compressed(int number) {
        return directory.resolve("jobcomp.log." + number + ".gz");
    }
}
