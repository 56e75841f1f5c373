/**
 * The images in real containers, and what happens when one of them dies, stands still or is cut off. Holds no test of what the
 * programs compute. Start with {@link ContainerFaultsIT}.
 */
package io.fairway.system.containers;
