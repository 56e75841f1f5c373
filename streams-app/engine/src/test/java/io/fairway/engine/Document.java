package io.fairway.engine;

/** The schedulers' documents that section 11 of {@code docs/policies.md} goes through rule by rule. */
public enum Document {
    SLURM("Slurm 2.0, Multifactor Priority Plugin", 94),
    LSF_USERS("LSF, dynamic user priority", 49),
    LSF_APS("LSF, job priority behaviour (APS)", 46),
    LSF_QUEUES("LSF, queue-based fairshare", 27),
    MOAB("Moab, job priority factors", 92);

    private final String title;
    private final int rows;

    Document(String title, int rows) {
        this.title = title;
        this.rows = rows;
    }

    /** The heading of its table, after the number of the section. */
    public String title() {
        return title;
    }

    /** How many rules, parameters, formulas and examples it has. They are numbered from 1, in the document's order. */
    public int rows() {
        return rows;
    }
}
