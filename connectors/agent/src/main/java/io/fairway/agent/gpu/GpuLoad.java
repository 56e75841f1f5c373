package io.fairway.agent.gpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A GPU at one instant.
 *
 * @param busy the part of the time in which it worked, 0 to 1
 * @param processes the processes that compute on it
 */
public record GpuLoad(double busy, List<Long> processes) {
    /**
     * Reads the answers of {@code nvidia-smi}; lines that are not as it prints them are left out.
     *
     * @param gpus {@code uuid, utilization.gpu} of each GPU, without header and units
     * @param apps {@code gpu_uuid, pid} of each process, without header
     */
    static List<GpuLoad> parse(String gpus, String apps) {
        Map<String, List<Long>> processes = new HashMap<>();
        for (String[] app : lines(apps)) {
            if (app[1].matches("\\d{1,10}")) {
                processes.computeIfAbsent(app[0], first -> new ArrayList<>()).add(Long.parseLong(app[1]));
            }
        }
        List<GpuLoad> loads = new ArrayList<>();
        for (String[] gpu : lines(gpus)) {
            // "[N/A]" where the GPU does not tell.
            if (gpu[1].matches("\\d{1,3}")) {
                double busy = Math.min(100, Integer.parseInt(gpu[1])) / 100.0;
                loads.add(new GpuLoad(busy, List.copyOf(processes.getOrDefault(gpu[0], List.of()))));
            }
        }
        return loads;
    }

    private static List<String[]> lines(String text) {
        return text.lines()
                .map(line -> line.split(",", -1))
                .filter(fields -> fields.length == 2)
                .map(fields -> new String[] {fields[0].strip(), fields[1].strip()})
                .toList();
    }
}
