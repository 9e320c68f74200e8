// Balls as impostors: a square each, on which the graphics processor finds the ball's surface. A
// million of them cost four million corners, not a hundred.
import * as THREE from 'three';
import { isOfWall, shapeOf, type Frame } from './frame';
import type { Scale } from './colors';

const vertex = /* glsl */ `
in vec3 position;
in vec3 center;
in vec2 size;  // radius, value
uniform mat4 modelViewMatrix, projectionMatrix;
uniform vec4 cut;  // normal and place; 0: none
uniform vec2 range;
uniform bool hide;
uniform float grow;
out vec3 v_center, v_point;
out float v_radius, v_value;
void main() {
  float r = grow * size.x;
  bool gone = dot(cut.xyz, center) > cut.w || (hide && !(size.y >= range.x && size.y <= range.y));
  vec4 c = modelViewMatrix * vec4(center, 1.0);
  // A ball in perspective is wider than its radius: the square reaches the tangent cone.
  float d = max(length(c.xyz), 1e-6 * r);
  vec3 look = c.xyz / d;
  vec3 side = normalize(cross(abs(look.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), look));
  vec3 up = cross(look, side);
  float wide = d > 1.001 * r ? r * d / sqrt(d * d - r * r) : 4.0 * r;
  v_center = c.xyz;
  v_radius = r;
  v_value = size.y;
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
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
  float t = range.y > range.x ? (v_value - range.x) / (range.y - range.x) : 0.0;
  vec3 base = isnan(v_value) ? vec3(0.38) : texture(map, vec2((clamp(t, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5)).rgb;
  float shade = 0.42 + 0.58 * max(dot(normal, light), 0.0);
  float rim = pow(1.0 - max(dot(normal, -ray), 0.0), 3.0);
  color = vec4(to_screen(base * shade * (1.0 - 0.45 * rim)), 1.0);
}`;

export class Balls {
  readonly mesh: THREE.Mesh;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly material: THREE.RawShaderMaterial;

  constructor(scale: Scale) {
    this.geometry.setAttribute('position', new THREE.BufferAttribute(
      new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.geometry.instanceCount = 0;
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3, vertexShader: vertex, fragmentShader: fragment, side: THREE.DoubleSide,
      uniforms: {
        map: { value: scale.texture }, range: { value: new THREE.Vector2(0, 1) }, hide: { value: false }, grow: { value: 1 },
        cut: { value: new THREE.Vector4() }, light: { value: new THREE.Vector3(0.35, 0.65, 0.67).normalize() },
      },
    });
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
  }

  show(frame: Frame, scale: Scale): void {
    const x = frame.f32('x'), radius = frame.f32('radius'), value = frame.f32('color'), flags = frame.u32('flags');
    let n = 0;
    const center = new Float32Array(3 * radius.length), size = new Float32Array(2 * radius.length);
    for (let k = 0; k < radius.length; ++k) {
      if (shapeOf(flags[k]) !== 0 || isOfWall(flags[k]) || !(radius[k] > 0)) continue;
      center[3 * n] = x[3 * k]; center[3 * n + 1] = x[3 * k + 1]; center[3 * n + 2] = x[3 * k + 2];
      size[2 * n] = radius[k]; size[2 * n + 1] = value[k];
      ++n;
    }
    this.geometry.setAttribute('center', new THREE.InstancedBufferAttribute(center, 3));
    this.geometry.setAttribute('size', new THREE.InstancedBufferAttribute(size, 2));
    this.geometry.instanceCount = n;
    this.restyle(scale);
  }
  restyle(scale: Scale): void {
    this.material.uniforms.range.value.set(scale.lo, scale.hi);
    this.material.uniforms.hide.value = scale.hide;
  }
  // How large the balls are drawn; smaller ones show the forces between them.
  set grow(share: number) { this.material.uniforms.grow.value = share; }
  cutAt(plane: THREE.Vector4): void { this.material.uniforms.cut.value.copy(plane); }
}
