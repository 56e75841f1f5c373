package io.fairway.api.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.core.model.NodeId;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parameters of a policy as a caller sees them: weights and rules are everybody's, targets are their owners'. */
final class PolicyParameters {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern CREDENTIAL = Pattern.compile("(?s)([^\\[]*)\\[(.*)]");

    private PolicyParameters() {}

    /**
     * The record's own members, without what is another's: Moab's parameters of a credential (USERCFG[anna]), and the
     * free text for an adjustment plug-in.
     *
     * @param trees those that the policy evaluates
     */
    static JsonNode of(NamedPolicy policy, Collection<String> trees, VisibleDomain visibleDomain) {
        JsonNode whole;
        try {
            whole = MAPPER.readTree(policy.current().toString());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record's own text is JSON", e);
        }
        if (!visibleDomain.seesAll()) {
            if (whole.path("moab").path("parameters") instanceof ObjectNode parameters) {
                List<String> names = new ArrayList<>();
                parameters.fieldNames().forEachRemaining(names::add);
                names.removeIf(name -> mayShow(name, trees, visibleDomain));
                parameters.remove(names);
            }
            if (whole.path("lsf").path("adjustmentSettings") instanceof ObjectNode settings) {
                settings.removeAll();
            }
        }
        return whole;
    }

    private static boolean mayShow(String name, Collection<String> trees, VisibleDomain visibleDomain) {
        Matcher credential = CREDENTIAL.matcher(name);
        if (!credential.matches()) {
            return !name.contains("[");
        }
        String of = credential.group(2);
        return switch (credential.group(1).toUpperCase(Locale.ROOT)) {
            case "USERCFG" -> visibleDomain.isSelf(of);
            // Moab's account is the same credential in every tree.
            case "ACCOUNTCFG" -> trees.stream().anyMatch(tree -> visibleDomain.sees(NodeId.ofAccount(tree, of)));
            default -> false;
        };
    }
}
