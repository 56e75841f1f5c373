/**
 * This host as the table of hosts has it: slots, groups and state. It knows no jobs. Start with {@link HostReport}.
 */
package io.fairway.agent.host;
