/**
 * Accounting files of Grid Engine: Sun's, Univa's and their descendants. It opens no file. Start with
 * {@link GridEngineParser}.
 */
package io.fairway.readers.gridengine;
