-- When the certificate ends that the relay showed to this worker last; null without encryption.
alter table workers add relay_certificate_end timestamptz;
