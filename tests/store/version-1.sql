-- A store of version 1, as the code that wrote that version left it: made-up libraries.
-- ada's draft.bib was renamed to thesis.bib, and followed.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE counts (sequence INTEGER NOT NULL, libraries INTEGER NOT NULL) STRICT;
INSERT INTO "counts" VALUES(18,6);
CREATE TABLE libraries (
    id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, label TEXT NOT NULL, origin TEXT NOT NULL,
    path TEXT UNIQUE, format TEXT NOT NULL, sha256 TEXT NOT NULL, size INTEGER NOT NULL,
    added TEXT NOT NULL, state TEXT NOT NULL, feed TEXT UNIQUE, verdicts INTEGER NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
INSERT INTO "libraries" VALUES('3ewgzdyua7xdgh9r',1,'owls.bib','upload',NULL,'bibtex','721c58b3a9c7098d6087bb73657b0ca16d2586aeb586629f087fd11885636928',101,'2026-12-01T03:49:36Z','ready','made-up-secret-of-a-feed',4,'15ca47d29644cc22');
INSERT INTO "libraries" VALUES('ggrer55cdvc4teyg',2,'tides.ris','upload',NULL,'ris','7b5338c665860ad3e3c52b728c5316dcc39810fcd2bc1b89258f5dda25b7e426',65,'2026-12-01T03:49:36Z','ready',NULL,1,'836320226c02e9e1');
INSERT INTO "libraries" VALUES('vlfnb0an5a3zy059',3,'slow.bib','upload',NULL,'bibtex','47f7880274075ca6b0d29ed63f47454bf578c7ffa0be223ba4eca37db62dab8a',106,'2026-12-01T03:49:36Z','reading',NULL,0,'b8afd3ec1d53a326');
INSERT INTO "libraries" VALUES('otletcethahdc7ev',4,'refs.bib','file','/home/ada/papers/refs.bib','file','3953ace599809d53e1fb91b4fe9fbc3befc3cf822dcbdca3348f58391ecfc4e4',0,'2026-12-01T03:49:37Z','ready',NULL,2,'e74d3c674a68e3b9');
INSERT INTO "libraries" VALUES('jg9ycbdprfmyofty',5,'thesis.bib','file','/home/ada/papers/thesis.bib','file','42a4bcbfba0902bb91f1434ed2709f946fc23a5c9616dc0461c92030a5a54160',0,'2026-12-01T03:49:37Z','ready',NULL,2,'20051ad9017982de');
INSERT INTO "libraries" VALUES('h6j5mjbrpg73c2y0',7,'My Library','zotero','zotero:library','zotero','',0,'2026-12-01T03:49:37Z','ready',NULL,1,'26e859d5df05b19d');
CREATE TABLE sources (
    library TEXT PRIMARY KEY REFERENCES libraries(id) ON DELETE CASCADE, source BLOB NOT NULL
) STRICT;
INSERT INTO "sources" VALUES('3ewgzdyua7xdgh9r',X'4061727469636C657B6F776E312C0A20207469746C65203D207B53706172736520636F646573206F6620696E76656E746564206F776C737D2C0A2020617574686F72203D207B446F652C204A616E657D2C0A202079656172203D207B323031397D2C0A7D0A');
INSERT INTO "sources" VALUES('ggrer55cdvc4teyg',X'545920202D204A4F55520A544920202D204D6164652D75702074696465730A415520202D20526F652C205269636B0A505920202D20323031380A455220202D200A');
INSERT INTO "sources" VALUES('vlfnb0an5a3zy059',X'4061727469636C657B6F776E322C0A20207469746C65203D207B41206C696272617279207468617420776173207374696C6C206265696E6720726561647D2C0A2020617574686F72203D207B506F652C20416E6E7D2C0A202079656172203D207B323031377D2C0A7D0A');
CREATE TABLE verdicts (
    library TEXT NOT NULL REFERENCES libraries(id) ON DELETE CASCADE, key TEXT NOT NULL,
    verdict TEXT NOT NULL, sequence INTEGER NOT NULL, checksum TEXT NOT NULL,
    PRIMARY KEY (library, key)
) STRICT;
INSERT INTO "verdicts" VALUES('jg9ycbdprfmyofty','jones1999','saved',6,'534a6421cb6c1208');
INSERT INTO "verdicts" VALUES('3ewgzdyua7xdgh9r','jones1999','seen',9,'8cb09c5ddbf7d7a1');
INSERT INTO "verdicts" VALUES('3ewgzdyua7xdgh9r','smith2020','saved',10,'1f785c2540d73067');
INSERT INTO "verdicts" VALUES('3ewgzdyua7xdgh9r','DBLP:conf/x/Y01','dismissed',11,'7fe1f471fbfe1d6e');
INSERT INTO "verdicts" VALUES('3ewgzdyua7xdgh9r','Дуб2001','dismissed',12,'9655236b66d12b90');
INSERT INTO "verdicts" VALUES('ggrer55cdvc4teyg','smith2020','dismissed',13,'d71b6168050b98e6');
INSERT INTO "verdicts" VALUES('otletcethahdc7ev','smith2020','dismissed',14,'0f9f182f1dc1dcb0');
INSERT INTO "verdicts" VALUES('otletcethahdc7ev','lee2011','seen',15,'056c2f4ca651298a');
INSERT INTO "verdicts" VALUES('jg9ycbdprfmyofty','smith2020','seen',16,'6bc3639248728f86');
INSERT INTO "verdicts" VALUES('h6j5mjbrpg73c2y0','lee2011','dismissed',17,'1e9fff5e534936f7');
COMMIT;
