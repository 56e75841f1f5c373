/** Why a job waits where it waits, and an association stands where it stands: numbers that add up, and sentences. */
package io.fairway.api.why;
