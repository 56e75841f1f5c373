/**
 * Who may do what on a secured Kafka cluster: the least permissions that each role needs, and their texts for
 * {@code kafka-acls} and for Strimzi. It never talks to a broker. Start with {@link RoleAcls}.
 */
package io.fairway.app.acl;
