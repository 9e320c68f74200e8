// Balls as impostors: a square each, on which the graphics processor finds the ball's surface. A
// million of them cost six million corners, not a hundred.
//
// Places and values are in textures, one point of them for each ball; the number of a corner says which. Instances of two
// triangles each would take a hundred times as long without a graphics processor, and longer with one.
import * as THREE from 'three';
import { isOfWall, shapeOf, type Frame } from './frame';
import type { Scale } from './colors';

const kWide = 4096;  // balls of a row of the textures

const vertex = /* glsl */ `
precision highp float;
precision highp int;
uniform highp sampler2D places;  // centre and radius
uniform highp sampler2D values;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform vec4 clip;  // normal and place; 0: none
uniform vec2 range;
uniform bool hide;
uniform float grow;
out vec3 v_center, v_point;
out float v_radius, v_value;
void main() {
  int ball = gl_VertexID / 6, corner = gl_VertexID % 6;
  ivec2 at = ivec2(ball % ${kWide}, ball / ${kWide});
  vec4 place = texelFetch(places, at, 0);
  float value = texelFetch(values, at, 0).r;
  // 0 1 2, 2 1 3 of a square.
  int q = corner < 3 ? corner : corner == 3 ? 2 : corner == 4 ? 1 : 3;
  vec2 position = vec2((q & 1) == 1 ? 1.0 : -1.0, (q & 2) == 2 ? 1.0 : -1.0);
  float r = grow * place.w;
  bool gone = dot(clip.xyz, place.xyz) > clip.w || (hide && !(value >= range.x && value <= range.y));
  vec4 c = modelViewMatrix * vec4(place.xyz, 1.0);
  // A ball in perspective is wider than its radius: the square reaches the tangent cone.
  float d = max(length(c.xyz), 1e-6 * r);
  vec3 look = c.xyz / d;
  vec3 side = normalize(cross(abs(look.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), look));
  vec3 up = cross(look, side);
  float wide = d > 1.001 * r ? r * d / sqrt(d * d - r * r) : 4.0 * r;
  v_center = c.xyz;
  v_radius = r;
  v_value = value;
  v_point = c.xyz + (position.x * side + position.y * up) * wide;
  gl_Position = gone ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(v_point, 1.0);
}`;

const fragment = /* glsl */ `
precision highp float;
in vec3 v_center, v_point;
in float v_radius, v_value;
uniform mat4 projectionMatrix;
uniform sampler2D map;
uniform vec2 range;
uniform vec3 light;
uniform bool classes;
out vec4 color;
vec3 to_screen(vec3 c) {
  return mix(12.92 * c, 1.055 * pow(max(c, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
void main() {
  vec3 ray = normalize(v_point);
  float along = dot(ray, v_center);
  vec3 foot = along * ray - v_center;
  float inside = v_radius * v_radius - dot(foot, foot);
  if (inside < 0.0) discard;
  vec3 hit = ray * (along - sqrt(inside));
  vec3 normal = (hit - v_center) / v_radius;
#ifdef ROUND
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
#endif
  float t = classes ? fract(v_value * 0.61803399) : range.y > range.x ? (v_value - range.x) / (range.y - range.x) : 0.0;
  vec3 base = isnan(v_value) ? vec3(0.38) : texture(map, vec2((clamp(t, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5)).rgb;
  float shade = 0.42 + 0.58 * max(dot(normal, light), 0.0);
  float rim = pow(1.0 - max(dot(normal, -ray), 0.0), 3.0);
  color = vec4(to_screen(base * shade * (1.0 - 0.45 * rim)), 1.0);
}`;

// Near the golden section of n, and without a common divisor.
function strideFor(n: number): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  let s = Math.max(1, Math.floor(0.618034 * n));
  while (gcd(s, n) > 1) ++s;
  return s;
}

function texture(high: number, width: 1 | 4): THREE.DataTexture {
  const t = new THREE.DataTexture(new Float32Array(width * kWide * high), kWide, high,
    width === 4 ? THREE.RGBAFormat : THREE.RedFormat, THREE.FloatType);
  t.minFilter = t.magFilter = THREE.NearestFilter;
  return t;
}

export class Balls {
  readonly mesh: THREE.Mesh;
  private readonly geometry = new THREE.BufferGeometry();
  private readonly material: THREE.RawShaderMaterial;
  private places = texture(1, 4);
  private values = texture(1, 1);
  private count = 0;
  private typical = 0;  // radius

  constructor(scale: Scale) {
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3, defines: { ROUND: 1 }, vertexShader: vertex, fragmentShader: fragment, side: THREE.DoubleSide,
      uniforms: {
        places: { value: this.places }, values: { value: this.values },
        map: { value: scale.texture }, range: { value: new THREE.Vector2(0, 1) }, hide: { value: false }, grow: { value: 1 }, classes: { value: false },
        clip: { value: new THREE.Vector4() }, light: { value: new THREE.Vector3(0.35, 0.65, 0.67).normalize() },
      },
    });
    this.geometry.setDrawRange(0, 0);
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
  }

  // In an order in which any first part is a fair sample of all: while the camera moves, less is drawn.
  show(frame: Frame, scale: Scale): void {
    const x = frame.f32('x'), radius = frame.f32('radius'), value = frame.f32('color'), flags = frame.u32('flags');
    const high = Math.max(1, Math.ceil(radius.length / kWide));
    if (this.places.image.height !== high) {
      this.places.dispose();
      this.values.dispose();
      this.material.uniforms.places.value = this.places = texture(high, 4);
      this.material.uniforms.values.value = this.values = texture(high, 1);
    }
    const place = this.places.image.data as unknown as Float32Array, shown = this.values.image.data as unknown as Float32Array;
    const stride = strideFor(radius.length);
    let n = 0;
    for (let i = 0, k = 0; i < radius.length; ++i, k = (k + stride) % radius.length) {
      if (shapeOf(flags[k]) !== 0 || isOfWall(flags[k]) || !(radius[k] > 0)) continue;
      place[4 * n] = x[3 * k]; place[4 * n + 1] = x[3 * k + 1]; place[4 * n + 2] = x[3 * k + 2]; place[4 * n + 3] = radius[k];
      shown[n] = value[k];
      ++n;
    }
    this.places.needsUpdate = this.values.needsUpdate = true;
    this.count = n;
    this.typical = n > 0 ? place[4 * (n >> 1) + 3] : 0;
    this.limit();
    this.restyle(scale);
  }
  restyle(scale: Scale): void {
    this.material.uniforms.range.value.set(scale.lo, scale.hi);
    this.material.uniforms.hide.value = scale.hide;
    this.material.uniforms.classes.value = scale.classes;
  }
  // Balls of a few points across are flat: what lies behind others is then not worked out at all, and a million of
  // them are drawn several times as fast. `perPoint`: length of a point of the screen, where the grains are.
  setDistance(perPoint: number): void {
    const round = this.typical > 3 * perPoint;
    if (round === ('ROUND' in this.material.defines)) return;
    if (round) this.material.defines.ROUND = 1;
    else delete this.material.defines.ROUND;
    this.material.needsUpdate = true;
  }
  get total(): number { return this.count; }
  // Only so many; without a number all.
  limit(most = Infinity): void { this.geometry.setDrawRange(0, 6 * Math.min(this.count, Math.max(1, Math.floor(most)))); }
  // How large the balls are drawn; smaller ones show the forces between them.
  set grow(share: number) { this.material.uniforms.grow.value = share; }
  clipAt(plane: THREE.Vector4): void { this.material.uniforms.clip.value.copy(plane); }
}
