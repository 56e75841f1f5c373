/** {@code fairway collect topic}: messages of Slurm, made up and real ones. */
package io.fairway.system.slurm.bridge;
