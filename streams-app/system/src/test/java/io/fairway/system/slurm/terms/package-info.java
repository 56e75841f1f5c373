/** Each term of a real {@code sprio} and each number of {@code sshare} beside those of Fairway. */
package io.fairway.system.slurm.terms;
