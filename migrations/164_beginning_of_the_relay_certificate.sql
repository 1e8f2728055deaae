-- With its beginning, the alarm about the certificate of the relay follows its lifetime.
alter table workers add relay_certificate_from timestamptz;
