/** When an association passes a factor or a place, while what runs goes on, drains or stops. */
package io.fairway.api.forecast;
