/** Accounting logs of PBS Professional, OpenPBS and TORQUE. Start with {@link PbsParser}. */
package io.fairway.readers.pbs;
