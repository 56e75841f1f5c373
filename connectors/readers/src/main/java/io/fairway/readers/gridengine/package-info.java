/** Accounting files of Grid Engine: Sun's, Univa's and their descendants. Start with {@link GridEngineParser}. */
package io.fairway.readers.gridengine;
