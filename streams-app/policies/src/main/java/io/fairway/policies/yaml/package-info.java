/**
 * Reads and writes YAML and JSON files of shares, policies and scenarios; errors name file, line and key. It holds no
 * rules of a scheduler. Start with {@link YamlValue}.
 */
package io.fairway.policies.yaml;
