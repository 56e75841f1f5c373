/** Accounting logs of PBS Professional, OpenPBS and TORQUE. It opens no file. Start with {@link PbsParser}. */
package io.fairway.readers.pbs;
