/** LSF's accounting log, lsb.acct. Start with {@link LsbAcctParser}. */
package io.fairway.readers.lsf;
