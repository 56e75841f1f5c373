/** LSF's accounting log, lsb.acct. It opens no file. Start with {@link LsbAcctParser}. */
package io.fairway.readers.lsf;
