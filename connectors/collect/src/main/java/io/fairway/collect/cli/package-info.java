/** The command line of what follows a running scheduler. It decides nothing. Start with {@link CollectCommand}. */
package io.fairway.collect.cli;
