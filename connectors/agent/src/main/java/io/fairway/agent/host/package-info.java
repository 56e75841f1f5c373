/** This host as the table of hosts has it: slots, groups and state. Start with {@link HostReport}. */
package io.fairway.agent.host;
