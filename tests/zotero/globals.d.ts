// What the plugin adds to Zotero while it runs.
declare namespace Zotero {
  let BibRecommender: InstanceType<typeof RecommenderPlugin>;
}
declare const APP_SHUTDOWN: number;
