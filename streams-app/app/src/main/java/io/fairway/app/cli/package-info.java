/**
 * Commands about the application itself: {@code serve}, {@code topics} and {@code describe}. They compute no usage:
 * they read options, and leave the work to others. Start with {@link ServeCommand}.
 */
package io.fairway.app.cli;
