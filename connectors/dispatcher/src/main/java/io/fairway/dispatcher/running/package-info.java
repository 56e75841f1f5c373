/**
 * The jobs that run, as the events tell, and the processors that they hold. It knows no order. Start with {@link
 * RunningJobs}.
 */
package io.fairway.dispatcher.running;
