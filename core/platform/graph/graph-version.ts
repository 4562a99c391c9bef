/** The Graph version that we speak. Always named in the path: unversioned calls follow a dashboard setting. */
export const GRAPH_VERSION = 'v26.0'
