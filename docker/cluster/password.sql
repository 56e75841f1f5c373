-- For a demonstration: the password that the files of connectors/connect/config have.
ALTER ROLE fairway PASSWORD 'change-me';
