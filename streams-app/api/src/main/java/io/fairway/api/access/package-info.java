/** Who asks over HTTP, what that caller may see, and how often: without HTTP itself, and with the time as an argument. */
package io.fairway.api.access;
