export { PICTURE_MAX_BYTES, PICTURE_TYPE, PictureCache } from './picture-cache.js';
export { NotAPicture, PictureNotFound } from './picture.errors.js';
export { PictureLinks } from './picture-links.js';
export { PictureQuery } from './picture.request.js';
export { PictureRoom } from './picture-room.js';
export { PicturesSettings } from './pictures.settings.js';
export { PicturesModule } from './pictures.module.js';
export { PictureUploads } from './picture-uploads.js';
export { sendPicture } from './send-picture.js';
