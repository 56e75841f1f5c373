package io.fairway.app.runtime;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.KnownSchemas;
import io.fairway.schemas.RegistryCheck;
import java.util.List;

/** The schemas that an application keeps with its state, for commands. */
public final class KeptSchemas {
    private final FairwaySerdes serdes;

    private KeptSchemas(FairwaySerdes serdes) {
        this.serdes = serdes;
    }

    /**
     * Reads them.
     *
     * @throws org.apache.kafka.common.KafkaException if the brokers refuse or do not answer
     */
    public static KeptSchemas of(FairwayConfig config) {
        FairwaySerdes serdes = config.keepingSerdes();
        try (BasisLog log = new BasisLog(config)) {
            log.read().forEach(basis -> basis.schemas().forEach(serdes.known()::kept));
        }
        return new KeptSchemas(serdes);
    }

    /** All of them, in no order. */
    public List<KnownSchemas.Entry> all() {
        return serdes.known().after(0);
    }

    /** What the registry has otherwise now. */
    public List<RegistryCheck.Change> changes() {
        return serdes.check().changes(serdes.known());
    }

    /**
     * Puts back what the registry lost.
     *
     * @return what was put back, by id
     * @throws IllegalStateException if an id has another schema now; says what to do
     */
    public List<KnownSchemas.Entry> restore() {
        return serdes.restore().run(serdes.known());
    }
}
