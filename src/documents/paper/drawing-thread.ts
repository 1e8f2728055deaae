/** The thread that draws PDFs (kept-pdf.ts). */
import { answerWork } from '../../threads/answer-work.ts'
import type { DocumentContent } from '../content.ts'
import { drawPdf, type Enclosed } from './pdf.ts'

export type Drawing = { content: DocumentContent; enclosed: Enclosed }

answerWork(({ content, enclosed }: Drawing) => drawPdf(content, enclosed))
