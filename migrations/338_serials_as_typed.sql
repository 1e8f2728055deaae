-- The serial number of a token as people type it: without looking at case and separators.
create index hardware_tokens_serial_typed on hardware_tokens (lower(regexp_replace(serial, '[^A-Za-z0-9]', '', 'g')));
