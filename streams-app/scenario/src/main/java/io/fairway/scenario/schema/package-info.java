/**
 * The JSON Schema of scenario files, made from the schemas of the records. It reads no scenario. Start with
 * {@link ScenarioSchema}.
 */
package io.fairway.scenario.schema;
