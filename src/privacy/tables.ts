declare module '../events/announce.ts' {
  interface EventPayloads {
    'user.deleted': { userId: string }
  }
}

declare module '../events/publish.ts' {
  interface FeedData {
    'user.deleted': { userId: string }
  }
}
