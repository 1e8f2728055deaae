/** The thread that draws PDFs (kept-pdf.ts). */
import { answerWork } from '../../threads/answer-work.ts'
import { drawPdf } from './pdf.ts'

answerWork(drawPdf)
