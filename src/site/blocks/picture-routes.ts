/** The API of the pictures of the site. */
import { Type } from 'typebox'
import { MAX_IMAGE_BYTES } from '../../catalogue/images/encode.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { orNull } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { homePictureAddress } from '../../shop/pictures.ts'
import { addPicture, listPictures, removePicture, type SitePicture } from './site-pictures.ts'

const access = { role: 'staff', permission: 'settings' } as const

const Picture = Type.Object(
  {
    hash: Type.String({ description: 'Names it in blocks.', examples: ['k3J9x0vQmZ2bT7aLw5RhYc'] }),
    title: Type.String({ examples: ['A lamp on a desk'] }),
    url: Type.String({ description: 'Its largest file.' }),
    width: orNull(Type.Integer()),
    height: orNull(Type.Integer()),
  },
  { title: 'SitePicture' },
)

const NewPicture = Type.Object(
  {
    title: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      [TRIM]: 'words',
      [CHECK]: directionMark,
      examples: ['A lamp on a desk'],
    }),
    data: Type.String({
      minLength: 1,
      contentEncoding: 'base64',
      description: 'A JPEG, PNG or WebP file of at most 16 MB and 64 megapixels, in base64.',
    }),
  },
  { title: 'NewSitePicture' },
)

export function pictureRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /admin/site-pictures', {
    id: 'listSitePictures',
    summary: 'List the pictures of the site',
    access,
    description: 'For blocks of the home page. The newest first.',
    answers: { 200: Type.Object({ items: Type.Array(Picture) }) },
    handler: async () => ({ items: (await listPictures(db)).map(shown) }),
  })

  operation(api, 'POST /admin/site-pictures', {
    id: 'addSitePicture',
    summary: 'Add a picture of the site',
    access,
    stepUp: WITHOUT_STEP_UP.picture,
    config: { takesFile: true, tooLarge: { field: 'data', reason: 'must be at most 16 MB', code: 'too_large' } },
    description: 'Semel stores WebP files of its own making, without the metadata of the upload. SVG is refused.',
    once: true,
    // Base64 makes four bytes of three.
    bodyLimit: 1.5 * MAX_IMAGE_BYTES,
    body: NewPicture,
    answers: { 200: Picture },
    handler: async (request, reply) => {
      const { data, title } = request.body
      const upload = Buffer.from(data, 'base64')
      const picture = await addPicture(db, { upload, title, now: clock.now() })
      return answerOnce(context, request, reply, async () => shown(picture))
    },
  })

  operation(api, 'DELETE /admin/site-pictures/:hash', {
    id: 'removeSitePicture',
    summary: 'Remove a picture of the site',
    access,
    stepUp: WITHOUT_STEP_UP.picture,
    description: 'It leaves all blocks at once.',
    problems: ['not_found'],
    params: Type.Object({ hash: Type.String({ maxLength: 100, description: 'The hash of the picture.' }) }),
    handler: async request => {
      if (!(await removePicture(db, request.params.hash))) throw new Problem('not_found', 'There is no such picture.')
    },
  })
}

function shown({ hash, title, width, height }: SitePicture) {
  return { hash, title, url: homePictureAddress(hash, 1600), width, height }
}
