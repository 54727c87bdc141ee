pref("extensions.zotero.bibRecommender.address", "http://127.0.0.1:8763");
pref("extensions.zotero.bibRecommender.token", "");
pref("extensions.zotero.bibRecommender.corpus", "");
pref("extensions.zotero.bibRecommender.limit", 10);
pref("extensions.zotero.bibRecommender.tag", "suggested");
pref("extensions.zotero.bibRecommender.dismissed", "{}");
