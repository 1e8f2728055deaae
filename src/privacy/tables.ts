declare module '../database/schema.ts' {
  interface Tables {
    former_users: {
      id: string
      event_id: string
      email: string
      user_name: string
      is_verified: boolean
      locale: string | null
      deleted_at: Date
    }
  }
}

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
