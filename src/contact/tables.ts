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
      /** The language of the page on which it was written. */
      locale: string | null
    }
    contact_replies: {
      id: string
      message_id: string
      /** The email that brings the answer. */
      event_id: string
      text: string
      written_by: string | null
      written_at: Date
    }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'contact.message_received': { messageId: string }
    'contact.message_answered': { replyId: string }
  }
}
