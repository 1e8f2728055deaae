declare module '../database/schema.ts' {
  interface Tables {
    contact_messages: {
      id: string
      email: string
      name: string | null
      message: string
      received_at: Date
      answered_at: Date | null
      answered_by: string | null
      user_id: string | null
    }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'contact.message_received': { messageId: string }
  }
}
